/** Names of passwords that are no identifiers: with a space, or in other languages' letters. In lower case. */
export const SPOKEN_NAMES: readonly string[] = [
  "identified by",
  "mật khẩu",
  "mot de passe",
  "contraseña",
  "hasło",
  "lösenord",
  "пароль",
  "密码",
  "密碼",
  "パスワード",
  "비밀번호",
];

/**
 * The length of such a name, or 0.
 *
 * @param at Where it may begin.
 */
export function spokenNameAt(text: string, at: number): number {
  const unit = text.charCodeAt(at) | 0x20;
  // Most names begin with another letter.
  if (unit < 0x80 && !"imchl".includes(String.fromCharCode(unit))) return 0;
  const lower = text.slice(at, at + 16).toLowerCase();
  const name = SPOKEN_NAMES.find((name) => lower.startsWith(name)) ?? "";
  // `mật khẩu mới`: the new one.
  return name === "mật khẩu" && lower.startsWith(" mới", name.length)
    ? name.length + 4
    : name.length;
}
