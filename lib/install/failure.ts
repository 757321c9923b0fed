/** Why the installer cannot go on, in words for the user. Whatever else is thrown is a mistake of ours. */
export class Failure extends Error {
  override name = "Failure";
}
