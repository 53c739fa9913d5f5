/** What the operator types before a verb. */
export const commandLine = 'npm run --silent submissions --';
