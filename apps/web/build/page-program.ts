import { build, type Rolldown } from 'vite'
import { REPORT_DECLARATIONS } from '../../../packages/reports/registry.ts'

const isOutput = (value: unknown): value is readonly Rolldown.RolldownOutput[] => Array.isArray(value)

/** Of the built-in reports of every plan: title, description, and whether their rows are groups. */
const reportHeads = (): Readonly<Record<string, readonly [string, string, boolean]>> =>
  Object.fromEntries(
    REPORT_DECLARATIONS.filter(({ accountTypes }) => accountTypes === null).map(
      ({ group, slug, title, description, definition: { groupColumns = [] } }) => [
        `${group}/${slug}`,
        [title, description, groupColumns.length > 0],
      ],
    ),
  )

/** The program inside index.html as one script without imports, which the page holds itself. */
export const bundlePageProgram = async (file: string, screenFiles: unknown): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: {
      SCREEN_FILES: JSON.stringify(screenFiles),
      REPORT_HEADS: JSON.stringify(reportHeads()),
      'import.meta.env.VITE_API_BASE': JSON.stringify(process.env.VITE_API_BASE ?? ''),
    },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: file, formats: ['iife'], name: 'cuveePage' },
    },
  })
  const [output] = isOutput(result) ? result : []
  const code = output?.output[0].code
  if (code === undefined) throw new Error('The page has no program')
  return code.trim()
}
