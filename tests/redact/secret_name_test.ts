import { assert } from "@std/assert";
import { isSecretName, mayBeSecretName } from "../../lib/redact/secret_name.ts";

const SECRET =
  "password passwd pwd passphrase pass secret token auth authorization apikey api_key apiKey API_KEY api-key X-Api-Key access_key accessKey secretKey private_key privateKey client_secret clientSecret connection_string connectionString DB_PASSWORD db.password spring.datasource.password mypassword userPwd PGPASSWORD MYSQL_PWD authToken auth_token accessToken refresh-token id_token sessionToken csrfToken credentials passwords api_keys DB_PASSWORD_2 password1 token_value secretValue passwordConfirmation encryption_key AccountKey --password --api-key otp mat_khau matKhau cookie pw DB_PW Passwort SECRET_KEY_BASE"
    .split(" ");

const OTHER =
  "passed passenger compass bypass tokens tokenizer token_count max_tokens tokenType public_key primary_key key keyboard monkey author authority authenticated secretary secretName keys passwordMinLength password_hash_algorithm reset_password is_password hasToken next_token page_token user name id string str value to x"
    .split(" ");

Deno.test("isSecretName() goes by a name's last word", () => {
  for (const name of SECRET) assert(isSecretName(name), name);
  for (const name of OTHER) assert(!isSecretName(name), name);
});

Deno.test("mayBeSecretName() goes by a key's purpose, which is anything but data", () => {
  for (const name of ["OPENAI_KEY", "mistralKey", "maps-key", "GITHUB_PAT"]) {
    assert(mayBeSecretName(name), name);
  }
  for (const name of ["key", "pat", "cache_key", "primaryKey", "public_key"]) {
    assert(!mayBeSecretName(name), name);
  }
});
