import { invocation } from "../../lib/install/entry.ts";
import { SCRIPTS } from "./_home.ts";
import { installedFlags, PROBE, testPermissions } from "./_permissions.ts";

Deno.test("An installed script can touch what the registry grants to it, and nothing else", async (t) => {
  await testPermissions(t, SCRIPTS, (home, hook) => {
    const bin = `${home.places.data}/bin`;
    const flags = installedFlags(home, hook);
    const { command, args } = invocation(hook, "script", bin, flags, "");
    return Promise.resolve({ command, args: [...args.slice(0, -1), PROBE] });
  });
});
