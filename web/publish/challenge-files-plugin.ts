import path from 'node:path';
import type { Plugin } from 'vite';
import { readContent, type ChallengeContent } from './content.ts';

/** The solutions of a challenge, in the order in which the page shows them. */
export const solutionFiles = [
  ['js', 'solution.js'],
  ['py', 'solution.py'],
  ['numpy', 'solution.numpy.py'],
  ['pytorch', 'solution.pytorch.py'],
] as const satisfies readonly (readonly [keyof ChallengeContent['solution'], string])[];

/** Where a solution stands in the published folder. */
export const solutionAddress = (challenge: string, file: string): string =>
  `challenges/${challenge}/${file}`;

interface Code {
  fileName: string;
  source: string;
}

/**
 * Publishes the solutions as files of their own: few read them, so the page only links to them, and
 * the challenge shows them when its fold is opened.
 */
export function challengeFilesPlugin(): Plugin {
  const contentFolder = path.join(import.meta.dirname, '../content/en');
  const files = (): Code[] =>
    readContent(contentFolder).challenges.flatMap(({ id, solution }) =>
      solutionFiles.map(([language, file]) => ({
        fileName: solutionAddress(id, file),
        source: solution[language],
      })),
    );
  return {
    name: 'posenc-challenge-files',
    generateBundle() {
      for (const file of files()) this.emitFile({ type: 'asset', ...file });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = path.posix.normalize((request.url ?? '').split('?')[0] ?? '');
        // The content is read anew, but not for everything that a page asks for.
        const file = asked.includes('/challenges/')
          ? files().find(({ fileName }) => asked.endsWith(`/${fileName}`))
          : undefined;
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(file.source);
      });
    },
  };
}
