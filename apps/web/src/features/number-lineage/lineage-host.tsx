import { lazy, Suspense, useState } from 'react'
import type { NumberLineageProps } from './number-lineage.tsx'

const NumberLineage = lazy(() => import('./number-lineage.tsx').then((m) => ({ default: m.NumberLineage })))

/** The lineage of a number on a page that is usually left without opening it: its code is loaded by the first click. */
export const LazyNumberLineage = (props: NumberLineageProps) => {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.request !== null && !wasOpened) setWasOpened(true)
  return <Suspense fallback={null}>{wasOpened ? <NumberLineage {...props} /> : null}</Suspense>
}
