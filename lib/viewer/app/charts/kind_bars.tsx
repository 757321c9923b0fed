import type { JSX } from "preact";
import { amount } from "../state/amounts.ts";

/** How much there is of each kind, most first. */
export function KindBars(
  { title, kinds }: {
    readonly title: string;
    readonly kinds: readonly {
      readonly name: string;
      readonly of: string;
      readonly count: number;
    }[];
  },
): JSX.Element {
  const most = Math.max(1, ...kinds.map(({ count }) => count));
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <table class="kind-bars">
        <tbody>
          {kinds.map(({ name, of, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="bar-cell" aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect
                    class={`bar of-${of}`}
                    width={Math.max(0.6, 100 * count / most)}
                    height={10}
                  />
                </svg>
              </td>
              <td>{amount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
