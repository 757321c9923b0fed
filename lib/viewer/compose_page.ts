/** An icon of the page itself, so that no browser asks the server for one. */
const ICON = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f5bd5"/><g stroke="#fff" stroke-width="2"><path d="M10 21 16 10l7 9-13 2"/></g><g fill="#fff"><circle cx="10" cy="21" r="3.4"/><circle cx="16" cy="10" r="3.4"/><circle cx="23" cy="19" r="3.4"/></g></svg>',
);

/**
 * Puts the page together.
 *
 * @param script The bundled script, a module's.
 * @param style The style sheet.
 * @returns HTML that needs no other file.
 */
export function composePage(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Memory</title>
<link rel="icon" href="${ICON}">
<style>${within(shortened(style), "style")}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. It runs no script but its own.</noscript>
<script type="module">${within(script, "script")}</script>
</body>
</html>
`;
}

/** Keeps a text from ending the element that it stands in: `<\\/script` and `\\x3C!--` are the same in a string of a script. */
function within(text: string, element: "script" | "style"): string {
  return text.trim()
    .replaceAll(new RegExp(`</(?=${element})`, "gi"), "<\\/")
    .replaceAll(/<(?=script|!--)/gi, "\\x3C");
}

/** A style sheet without comments and indentation. */
function shortened(style: string): string {
  return style.replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1");
}
