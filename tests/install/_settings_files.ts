const USERS_HOOK =
  '{"matcher":"startup","hooks":[{"type":"command","command":"echo memory-session-start"}]}';

/** Settings files as users have them: none may lose a byte by installing and uninstalling. */
export const SETTINGS_FILES: readonly (readonly [string, string])[] = [
  ["an empty file", ""],
  ["white space", " \r\n"],
  ["an empty object", "{}"],
  ["an empty object with a final newline", "{}\n"],
  ["an empty object over lines", "{\n}\n"],
  ["empty hooks", '{\n  "hooks": {}\n}\n'],
  ["an empty event", '{"hooks":{"SessionStart":[]}}'],
  [
    "other keys",
    '{\n  "model": "opus",\n  "permissions": {"deny": ["Read(./.env)"]}\n}\n',
  ],
  [
    "a byte order mark, CRLF and tabs",
    '\uFEFF{\r\n\t"model": "opus",\r\n\t"env": {\r\n\t\t"A": "b"\r\n\t}\r\n}\r\n',
  ],
  [
    "four spaces and no final newline",
    '{\n    "a": 1,\n    "hooks": {\n        "Stop": []\n    }\n}',
  ],
  [
    "others' hooks",
    `{\n  "hooks": {\n    "SessionStart": [\n      ${USERS_HOOK}\n    ],\n    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]\n  },\n  "z": 1\n}\n`,
  ],
  ["one line", `{"hooks":{"PostToolUse":[${USERS_HOOK}]},"x":"日本 \\u00e9"}`],
  ["an odd layout", '{ "b" :1 ,\n\n"a":  [ 1,2 ] }  \n'],
];
