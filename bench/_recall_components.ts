// What the generated history of `recall.ts` is made of. All of it is written for this; nothing is taken from elsewhere.
//
// Beside each thing stands how a person asks for it later: with words of it (`ask`), and in other words (`other`). Both were written with
// the things themselves, before the product had any table of synonyms, and are not changed to fit it.

/** A part of a program. */
export interface Component {
  readonly name: string;
  /** Its file, without folder and ending. */
  readonly file: string;
  /** Who does not remember its name says this. */
  readonly other: string;
}

export const COMPONENTS: readonly Component[] = [
  {
    name: "invoice exporter",
    file: "invoice_export",
    other: "the thing that writes bills to disk",
  },
  {
    name: "upload worker",
    file: "uploadWorker",
    other: "what takes in people's files",
  },
  { name: "login form", file: "LoginForm", other: "the sign-in screen" },
  {
    name: "search indexer",
    file: "search_indexer",
    other: "what makes texts findable",
  },
  {
    name: "payment gateway client",
    file: "paymentGateway",
    other: "the code that charges cards",
  },
  {
    name: "avatar cropper",
    file: "avatar_crop",
    other: "the profile picture tool",
  },
  {
    name: "session store",
    file: "session_store",
    other: "where we remember who is signed in",
  },
  { name: "mail digest", file: "mailDigest", other: "the weekly e-mail" },
  { name: "rate limiter", file: "rate_limit", other: "what throttles callers" },
  {
    name: "report scheduler",
    file: "reportScheduler",
    other: "what starts the nightly statistics",
  },
  {
    name: "webhook receiver",
    file: "webhook_receiver",
    other: "the endpoint partners call",
  },
  {
    name: "translation loader",
    file: "translationLoader",
    other: "what fetches the localised strings",
  },
  { name: "feature flags", file: "feature_flags", other: "the toggles" },
  {
    name: "calendar sync",
    file: "calendarSync",
    other: "the appointment import",
  },
  {
    name: "audit trail",
    file: "audit_trail",
    other: "the record of who did what",
  },
  {
    name: "barcode scanner",
    file: "barcodeScanner",
    other: "the label reader",
  },
  { name: "stock ledger", file: "stock_ledger", other: "the warehouse counts" },
  {
    name: "price calculator",
    file: "priceCalculator",
    other: "what works out the totals",
  },
  {
    name: "thumbnail renderer",
    file: "thumbnail_render",
    other: "the preview images",
  },
  {
    name: "chat transcript viewer",
    file: "ChatTranscript",
    other: "the page with old conversations",
  },
  {
    name: "map tile cache",
    file: "tile_cache",
    other: "what keeps the cartography pieces",
  },
  {
    name: "csv importer",
    file: "csvImporter",
    other: "the spreadsheet intake",
  },
  {
    name: "permission matrix",
    file: "permission_matrix",
    other: "the table of who may what",
  },
  {
    name: "backup rotation",
    file: "backupRotation",
    other: "what throws old archives away",
  },
  {
    name: "notification bell",
    file: "NotificationBell",
    other: "the alert icon in the header",
  },
  { name: "tax rules", file: "tax_rules", other: "the VAT logic" },
  {
    name: "pdf printer",
    file: "pdfPrinter",
    other: "what makes the printable documents",
  },
  {
    name: "address validator",
    file: "address_validator",
    other: "the check of streets and towns",
  },
  { name: "image proxy", file: "imageProxy", other: "what relays pictures" },
  {
    name: "telemetry collector",
    file: "telemetry_collector",
    other: "the metrics gatherer",
  },
  {
    name: "comment thread",
    file: "CommentThread",
    other: "the discussion below a post",
  },
  {
    name: "license checker",
    file: "license_check",
    other: "what looks whether they paid",
  },
  {
    name: "video transcoder",
    file: "videoTranscoder",
    other: "the clip converter",
  },
  { name: "order wizard", file: "order_wizard", other: "the checkout steps" },
  {
    name: "dns updater",
    file: "dnsUpdater",
    other: "what changes the host names",
  },
  {
    name: "plugin registry",
    file: "plugin_registry",
    other: "the list of extensions",
  },
];
