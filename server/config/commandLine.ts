/** How the operator calls the command line, before a verb. */
export const commandLine = 'npm run --silent submissions --';
