import { readdirSync, readFileSync } from 'node:fs'

/** One step forward of a database. */
export interface SqlMigration {
  /** the file's name without its ending: four digits, and what it does */
  readonly name: string
  readonly statements: readonly string[]
}

/** Leaves out comments, which are lines of their own. A statement ends with a semicolon at the end of a line. */
const readStatements = (file: URL): readonly string[] =>
  readFileSync(file, 'utf8')
    .replace(/^--.*\n/gm, '')
    .split(';\n')
    .filter((statement) => statement !== '')

/** The files `NNNN-what-it-does.sql` of a folder, in order. */
export const readSqlMigrations = (folder: URL): readonly SqlMigration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), statements: readStatements(new URL(file, folder)) }))
