/** How executables are installed: the Deno that compiles, and its runtime; `.ci/run` names them. */
export const NATIVES: {
  readonly deno: string;
  readonly form: string;
  readonly env: Record<string, string>;
} = {
  deno: variable("MEMORY_HOOKS_NATIVE_DENO"),
  form: "--require-native",
  env: { DENORT_BIN: variable("DENORT_BIN") },
};

function variable(name: string): string {
  const value = Deno.env.get(name);
  if (!value) {
    throw new TypeError(
      `Cannot test native programs: current value of ${name} is unset`,
    );
  }
  return value;
}
