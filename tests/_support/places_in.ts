import { findPlaces, type Places } from "../../lib/place.ts";

/**
 * The places of a user whose home is a folder of the test.
 *
 * @param home Absolute path of the home folder.
 */
export function placesIn(home: string): Places {
  return findPlaces(
    (name) => name === "HOME" ? home : undefined,
    "/nowhere/hooks",
    () => false,
  );
}
