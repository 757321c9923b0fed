/** A full-text index is damaged. It is made of what is in the tables, and can be made anew. */
export class IndexBroken extends Error {
  override readonly name = "IndexBroken";
}

/**
 * Does something with a full-text index.
 *
 * @throws {IndexBroken} in place of what would be taken for damage of the store.
 */
export function onIndex<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (
      error instanceof Error &&
      /malformed|corrupt|vtable constructor failed|no such table: main\.(?:memories|lifecycle)_/
        .test(error.message)
    ) {
      throw new IndexBroken(`a full-text index is damaged: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  }
}
