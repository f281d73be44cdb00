import type { Rolldown } from 'vite'

interface Graph {
  readonly getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'isEntry' | 'importers' | 'dynamicImporters'> | null
}

/** The page itself, and modules that are loaded when they are needed, whose code includes the module. */
const rootsOf = (id: string, graph: Graph): ReadonlySet<string> => {
  const including = new Set([id])
  const roots = new Set<string>()
  for (const one of including) {
    const info = graph.getModuleInfo(one)
    if (info === null) continue
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(one)
    for (const importer of info.importers) including.add(importer)
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
export const chunkName =
  ({ visitors, frame, screens }: MainScreens) =>
  (id: string, graph: Graph): string | null => {
    const roots = [...rootsOf(id, graph)]
    const isNeededBy = (screen: string): boolean => roots.some((root) => root.endsWith(screen))
    if (roots.some((root) => graph.getModuleInfo(root)?.isEntry)) return 'app'
    if (roots.length === 1) return null
    if (isNeededBy(visitors)) return 'app'
    if (isNeededBy(frame)) return 'frame'
    const names = Object.entries(screens).flatMap(([name, screen]) => (isNeededBy(screen) ? [name] : []))
    return names.length === 0 ? 'shared' : names.join('-')
  }
