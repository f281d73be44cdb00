import { build, type InlineConfig, type Rolldown } from 'vite'
import { modulesOf } from './bundle-files.ts'

/** Screens are ends of paths of modules. */
export interface PlannedChunk {
  readonly name: string
  /** its modules are needed by these screens and by no other */
  readonly only?: readonly string[]
  /** its modules are needed by one of these screens, and maybe by others */
  readonly any?: readonly string[]
  /** the page itself needs its modules, besides those */
  readonly isInitial?: true
}

const isOutput = (value: unknown): value is Rolldown.RolldownOutput =>
  typeof value === 'object' && value !== null && 'output' in value

const holds = ({ only, any }: PlannedChunk, needing: ReadonlySet<string>): boolean =>
  only === undefined
    ? any?.some((screen) => needing.has(screen)) === true
    : [...needing].every((screen) => only.includes(screen))

/**
 * Which chunk each module belongs to: the first of the list that fits the screens that need it. A build without chunks of our
 * own tells what the screens need, because only the bundler knows which modules of a package are used.
 */
export const planChunks = async (
  chunks: readonly PlannedChunk[],
  config: InlineConfig,
): Promise<ReadonlyMap<string, string>> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  })
  if (!isOutput(result)) throw new Error('The first build gave no output')
  const bundle = Object.fromEntries(result.output.map((file) => [file.fileName, file]))
  const needs = new Map<string, Set<string>>()
  for (const screen of new Set(chunks.flatMap(({ only = [], any = [] }) => [...only, ...any])))
    for (const module of modulesOf(bundle, screen)) needs.set(module, (needs.get(module) ?? new Set()).add(screen))
  const initial = chunks.find(({ isInitial }) => isInitial)
  const planned = [...needs].flatMap(([module, needing]): (readonly [string, string])[] => {
    const chunk = chunks.find((one) => holds(one, needing))
    return chunk === undefined ? [] : [[module, chunk.name]]
  })
  return new Map([...planned, ...(initial ? modulesOf(bundle).map((module) => [module, initial.name] as const) : [])])
}
