/** What a secret that its name tells is called, and what stands in its place. */
export const SECRET = { name: "secret_assignment", token: "<SECRET>" } as const;
