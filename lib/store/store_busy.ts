/** Another process holds the store's lock. The store is sound; the same call may do a moment later. */
export class StoreBusy extends Error {
  override readonly name = "StoreBusy";
}
