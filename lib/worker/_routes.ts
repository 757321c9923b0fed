import { CONTEXT_ROUTES } from "./_context_routes.ts";
import { CONTROL_ROUTES } from "./_control_routes.ts";
import { HEALTH_ROUTES } from "./_health_routes.ts";
import { ITEM_ROUTES } from "./_item_routes.ts";
import { RECORD_ROUTES } from "./_record_routes.ts";
import type { Route } from "./_route.ts";
import { SEARCH_ROUTES } from "./_search_routes.ts";
import { SESSION_ROUTES } from "./_session_routes.ts";
import { TRANSFER_ROUTES } from "./_transfer_routes.ts";
import { VAULT_ROUTES } from "./_vault_routes.ts";
import { WARDEN_ROUTES } from "./_warden_routes.ts";

/** All that can be asked for. */
export const ROUTES: readonly Route[] = [
  ...HEALTH_ROUTES,
  ...SEARCH_ROUTES,
  ...SESSION_ROUTES,
  ...ITEM_ROUTES,
  ...RECORD_ROUTES,
  ...CONTEXT_ROUTES,
  ...CONTROL_ROUTES,
  ...TRANSFER_ROUTES,
  ...VAULT_ROUTES,
  ...WARDEN_ROUTES,
];
