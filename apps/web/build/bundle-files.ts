import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

export const chunksOf = (bundle: Rolldown.OutputBundle): readonly Chunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

/** The chunk and all that it imports, which comes before it. */
const closureOf = (chunks: readonly Chunk[], first: Chunk | undefined): Set<Chunk> => {
  const entered = new Set<Chunk>()
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || entered.has(chunk)) return
    entered.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
    found.add(chunk)
  }
  add(first)
  return found
}

const closureOfModule = (bundle: Rolldown.OutputBundle, module: string | undefined): ReadonlySet<Chunk> => {
  const chunks = chunksOf(bundle)
  const first = chunks.find(({ isEntry, facadeModuleId }) =>
    module === undefined ? isEntry : facadeModuleId?.endsWith(module),
  )
  if (first === undefined) throw new Error(`The bundle has no chunk of its own for ${module ?? 'the page'}`)
  return closureOf(chunks, first)
}

/** Whether a chunk only names what is in another, which `directImports` makes superfluous. */
export const isFacade = ({ moduleIds, isEntry }: Chunk): boolean => moduleIds.length === 0 && !isEntry

/** Scripts, in the order in which they run, and style sheets that the module needs, as addresses; of the page itself without a module. */
export const filesOf = (bundle: Rolldown.OutputBundle, module?: string): readonly string[] => {
  const names = [...closureOfModule(bundle, module)].flatMap((chunk) => [
    ...(isFacade(chunk) ? [] : [chunk.fileName]),
    ...(chunk.viteMetadata?.importedCss ?? []),
  ])
  return [...new Set(names)].map((name) => `/${name}`)
}

/** Paths of the modules that the module needs to run, and its own; of the page itself without a module. */
export const modulesOf = (bundle: Rolldown.OutputBundle, module?: string): readonly string[] =>
  [...closureOfModule(bundle, module)].flatMap(({ moduleIds }) => moduleIds)
