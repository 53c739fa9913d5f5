/** The operator's command without its verb, for messages that name a command to run. */
export const commandLine = 'npm run --silent submissions --';
