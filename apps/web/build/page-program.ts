import { build, type Rolldown } from 'vite'
import { REPORT_DECLARATIONS } from '../../../packages/reports/registry.ts'

const isOutput = (value: unknown): value is readonly Rolldown.RolldownOutput[] => Array.isArray(value)

/** Names of the built-in reports of every plan whose rows are groups and that open with a range of their own. */
const groupedReports = (): readonly string[] =>
  REPORT_DECLARATIONS.filter(
    ({ accountTypes, definition: { groupColumns = [] } }) => accountTypes === null && groupColumns.length > 0,
  ).map(({ group, slug }) => `${group}/${slug}`)

/** The program inside index.html as one script without imports, which the page holds itself. */
export const bundlePageProgram = async (file: string, screenFiles: unknown): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: {
      SCREEN_FILES: JSON.stringify(screenFiles),
      GROUPED_REPORTS: JSON.stringify(groupedReports()),
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
