import { build, type InlineConfig, type Rolldown } from 'vite'
import { modulesOf } from './bundle-files.ts'

/** The chunk's name, and the end of the path of the module that needs it. */
export interface PlannedChunk {
  readonly name: string
  readonly screen: string
}

const isOutput = (value: unknown): value is Rolldown.RolldownOutput =>
  typeof value === 'object' && value !== null && 'output' in value

/**
 * Which chunk each module belongs to: that of the first screen of the list that needs it. A build without chunks of our own
 * tells what the screens need, because only the bundler knows which modules of a package are used.
 */
export const planChunks = async (
  screens: readonly PlannedChunk[],
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
  const plan = new Map<string, string>()
  for (const { name, screen } of screens)
    for (const module of modulesOf(bundle, screen)) if (!plan.has(module)) plan.set(module, name)
  return plan
}
