import { basename } from 'node:path'
import type { Rolldown } from 'vite'

interface Graph {
  readonly getModuleInfo: (
    id: string,
  ) => Pick<Rolldown.ModuleInfo, 'isEntry' | 'importers' | 'dynamicImporters' | 'code'> | null
}

/** Modules that name everything a package has, and of which each importer uses little. */
const INDEX =
  /node_modules[\\/]@(?:mantine[\\/]core[\\/]esm[\\/]index|tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](?:tabler-icons-react|icons[\\/]index))\.mjs$/

/** Who includes a module's code; of those that import it from an index, the ones that name it. */
const createIncluders = (graph: Graph): ((id: string) => readonly string[]) => {
  const known = new Map<string, readonly string[]>()
  const find = (id: string) =>
    (graph.getModuleInfo(id)?.importers ?? []).flatMap((importer) => {
      if (!INDEX.test(importer)) return [importer]
      const name = new RegExp(`\\b${basename(id, '.mjs')}\\b`)
      const users = graph.getModuleInfo(importer)?.importers ?? []
      return users.filter((user) => name.test(graph.getModuleInfo(user)?.code ?? ''))
    })
  return (id) => {
    const includers = known.get(id) ?? find(id)
    known.set(id, includers)
    return includers
  }
}

/** The page itself, and modules that are loaded when they are needed, whose code includes the module. */
const findRoots = (id: string, includersOf: (id: string) => readonly string[], graph: Graph): ReadonlySet<string> => {
  const including = new Set([id])
  const roots = new Set<string>()
  for (const one of including) {
    const info = graph.getModuleInfo(one)
    if (info === null) continue
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(one)
    for (const includer of includersOf(one)) including.add(includer)
  }
  return roots
}

/** Ends of paths of modules. */
interface MainScreens {
  /** everyone needs it; what it shares with others is in the page's own file */
  readonly visitors: string
  /** what is around all other screens */
  readonly frame: string
  /** the others, by name */
  readonly screens: Readonly<Record<string, string>>
}

/**
 * The file that a module belongs to, so that a screen loads few files with little in them that it does not need: what the page itself
 * has is one, what the frame adds another, and what main screens share is one for each set of them that shares it.
 *
 * @returns null: a file of its own
 */
export const chunkName = ({ visitors, frame, screens }: MainScreens) => {
  let includersOf: ((id: string) => readonly string[]) | null = null
  return (id: string, graph: Graph): string | null => {
    includersOf ??= createIncluders(graph)
    const roots = [...findRoots(id, includersOf, graph)]
    const isNeededBy = (screen: string): boolean => roots.some((root) => root.endsWith(screen))
    if (roots.some((root) => graph.getModuleInfo(root)?.isEntry)) return 'app'
    if (roots.length === 1) return null
    if (isNeededBy(visitors)) return 'app'
    if (isNeededBy(frame)) return 'frame'
    const names = Object.entries(screens).flatMap(([name, screen]) => (isNeededBy(screen) ? [name] : []))
    return names.length === 0 ? 'shared' : names.join('-')
  }
}
