/// <reference lib="dom" />

/** To be run in the page: goes to its end, and tells by how many pixels the last button moves while that is painted. */
export async function jumpToEnd(): Promise<number> {
  const { scrollHeight } = document.documentElement;
  const button = document.querySelector(".button.wide");
  const top = (): number => button?.getBoundingClientRect().top ?? NaN;
  scrollTo(0, scrollHeight);
  const before = top();
  for (let frame = 0; frame < 5; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return top() - before;
}
