import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Says something to whoever cannot see the page, and shows it for a while to whoever can. */
export type Announce = (text: string) => void;

/** Where the views find it. */
export const AnnounceContext = createContext<Announce>(() => {});

/** What says something. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
