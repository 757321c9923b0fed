/**
 * Runs tasks, three at a time: a hook must answer within its time although the machine has few cores. All are run to their end
 * before the first failure is thrown.
 *
 * @param tasks By name, for the error.
 */
export async function fewAtATime(
  tasks: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const failures: Error[] = [];
  const next = Object.entries(tasks).values();
  const work = async (): Promise<void> => {
    for (const [name, task] of next) {
      try {
        await task();
      } catch (cause) {
        failures.push(new Error(name, { cause }));
      }
    }
  };
  await Promise.all([work(), work(), work()]);
  if (failures[0] !== undefined) throw failures[0];
}
