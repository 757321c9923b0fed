/** Names of passwords that are no identifiers: with a space, or in other languages' letters. In lower case. */
export const SPOKEN_NAMES: readonly string[] =
  "identified by|mật khẩu|mot de passe|contraseña|пароль|密码|密碼|パスワード|비밀번호"
    .split("|");

/**
 * The length of such a name, or 0.
 *
 * @param at Where it may begin.
 */
export function spokenNameAt(text: string, at: number): number {
  const unit = text.charCodeAt(at) | 0x20;
  // i, m, c: most names begin with another letter.
  if (unit < 0x80 && unit !== 0x69 && unit !== 0x6d && unit !== 0x63) return 0;
  const lower = text.slice(at, at + 16).toLowerCase();
  return SPOKEN_NAMES.find((name) => lower.startsWith(name))?.length ?? 0;
}
