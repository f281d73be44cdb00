import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createFormats, type Formats, type Reader } from '#charts/value-format.ts'

const FormatsContext = createContext<Formats>(createFormats({ culture: 'en-US', currency: 'USD' }))

/** Provides one viewer's formats to everything below. */
export const FormatsProvider = ({ culture, currency, timeZone, children }: Reader & { children: ReactNode }) => {
  const formats = useMemo(
    () => createFormats({ culture, currency, ...(timeZone === undefined ? {} : { timeZone }) }),
    [culture, currency, timeZone],
  )
  return <FormatsContext value={formats}>{children}</FormatsContext>
}

export const useFormats = (): Formats => useContext(FormatsContext)
