import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImportSettingsInput } from '#contract/imports.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Milliseconds without a change after which the file is counted again: it is read as a whole. */
const DEBOUNCE = 800

interface CheckedFile {
  readonly serviceId: string
  readonly fileId: string
  /** null: not complete yet */
  readonly settings: ImportSettingsInput | null
}

/** What the import would load with these settings. */
export const useImportCheck = ({ serviceId, fileId, settings }: CheckedFile) => {
  const { queries } = useRuntime()
  const [settled] = useDebouncedValue(JSON.stringify(settings), DEBOUNCE)
  const isReady = settings !== null && settled === JSON.stringify(settings)
  return useQuery(
    queries.services.check.queryOptions({
      input: { id: serviceId, fileId, ...settings },
      enabled: isReady,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
}
