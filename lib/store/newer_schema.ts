/** A later version made the store. What is in it may be read as far as it is understood; it is never written. */
export class NewerSchema extends RangeError {
  override readonly name = "NewerSchema";
}
