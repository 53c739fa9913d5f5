/** How the operator calls the command line. A verb follows. */
export const commandLine = 'npm run --silent submissions --';
