import type { Samples } from "../rule.ts";

const HEX = "0123456789abcdef".repeat(4);
const MIXED = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD1eF2".repeat(3);

export const vendorTokenSamples: Samples = {
  hit: [
    ["use pypi-" + "AgEIcHlwaS5vcmc" + MIXED + " now", "use <TOKEN> now"],
    ["dop" + "_v1_" + HEX, "<TOKEN>"],
    ["dckr" + "_pat_" + MIXED.slice(0, 27), "<TOKEN>"],
    ["hvs" + "." + MIXED.slice(0, 90) + ".", "<TOKEN>."],
    ["ATATT3" + "xFfGF0" + MIXED + "=12345678", "<TOKEN>"],
    ["shpat" + "_" + HEX.slice(0, 32), "<TOKEN>"],
    ["shpss" + "_" + HEX.slice(0, 32), "<TOKEN>"],
    ["lin" + "_api_" + MIXED.slice(0, 40), "<TOKEN>"],
    ["ntn" + "_" + MIXED.slice(0, 46), "<TOKEN>"],
    ["secret" + "_" + MIXED.slice(0, 43), "<TOKEN>"],
    ["gsk" + "_" + MIXED.slice(0, 52), "<TOKEN>"],
    ["xai" + "-" + MIXED.slice(0, 80), "<TOKEN>"],
    ["pplx" + "-" + MIXED.slice(0, 48), "<TOKEN>"],
    ["r8" + "_" + MIXED.slice(0, 37), "<TOKEN>"],
    ["figd" + "_" + MIXED.slice(0, 40), "<TOKEN>"],
    ["dapi" + HEX.slice(0, 32) + "-2", "<TOKEN>-2"],
    ["sntrys" + "_eyJ" + MIXED + "=_" + MIXED, "<TOKEN>"],
    ["sntryu" + "_" + HEX, "<TOKEN>"],
    ["glsa" + "_" + MIXED.slice(0, 32) + "_0a1b2c3d", "<TOKEN>"],
    ["PMAK" + "-" + HEX.slice(0, 24) + "-" + HEX.slice(0, 34), "<TOKEN>"],
    ["NRAK" + "-ABCDEFGHJ1234567890ABCDEFGH", "<TOKEN>"],
    ["sbp" + "_" + HEX.slice(0, 40), "<TOKEN>"],
    ["sb" + "_secret_" + MIXED.slice(0, 31), "<TOKEN>"],
    ["tskey" + "-auth-kab12CNTRL-" + MIXED.slice(0, 32), "<TOKEN>"],
    ["rubygems" + "_" + HEX.slice(0, 48), "<TOKEN>"],
    ["vercel" + "_" + MIXED.slice(0, 24), "<TOKEN>"],
    ["key" + "-" + HEX.slice(0, 32), "<TOKEN>"],
    ["sq0csp" + "-" + MIXED.slice(0, 43), "<TOKEN>"],
    ["sq0atp" + "-" + MIXED.slice(0, 22), "<TOKEN>"],
    [
      "https://discord.com/api/" + "webhooks/123456789012345678/" +
      MIXED.slice(0, 68),
      "https://<TOKEN>",
    ],
    [
      "https://a.blob.core.windows.net/c?sv=2022-11-02&sig=" +
      "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD1eF2abc%2Fd%3D&sp=r",
      "https://a.blob.core.windows.net/c?sv=2022-11-02&sig=<TOKEN>&sp=r",
    ],
  ],
  miss: [
    "pypi-publish-action-2024",
    "hvs.2024",
    "vercel_analytics_speed_insights_component",
    "secret_name_of_the_configuration_map_that_holds_it_2",
    "key-0123456789",
    "key-value-store-of-the-application-with-many-words-12",
    "dapi_0123456789abcdef0123456789abcdef",
    "monkey-0123456789abcdef0123456789abcdef",
    "xai-org",
    "glc_context_create_with_shared_resources_and_flags",
    "sig=abc123",
    "https://discord.com/api/webhooks/123456789012345678/token",
  ],
};
