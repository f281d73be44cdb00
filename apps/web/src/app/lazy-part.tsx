import type { ModalProps } from '@mantine/core'
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { toast } from './toast.ts'

const Nothing = (): null => null

/** A part of the page whose code is loaded when it is first shown. If that fails it says so, and the page stays. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => {
        toast.failure('This couldn’t be opened. Check your connection and reload the page.')
        return { default: Nothing }
      },
    ),
  )

/** The code of a part of the first screen that is a file of its own. */
export interface PromptCode<T> {
  /** null until it is there */
  readonly loaded: () => T | null
  /** Loads it once; again after a failure. */
  readonly load: () => Promise<T>
}

export const promptCode = <T,>(load: () => Promise<T>): PromptCode<T> => {
  let loaded: T | null = null
  let loading: Promise<T> | null = null
  return {
    loaded: () => loaded,
    load: () => {
      loading ??= load().then(
        (code) => {
          loaded = code
          return code
        },
        (error: unknown) => {
          // The next one who needs it asks again.
          loading = null
          throw error
        },
      )
      return loading
    },
  }
}

interface PromptPartProps<T> {
  readonly code: PromptCode<T>
  readonly whileLoading: ReactNode
  readonly children: (code: T) => ReactNode
}

/**
 * Draws a part of the first screen at once if its code is there, and else as soon as it is. React would hold back for 300 ms what a
 * fallback stands for.
 */
export const PromptPart = <T,>({ code, whileLoading, children }: PromptPartProps<T>) => {
  const [loaded, setLoaded] = useState(code.loaded)
  const [failure, setFailure] = useState<unknown>(null)
  const isMissing = loaded === null
  useEffect(() => {
    if (isMissing) code.load().then((found) => setLoaded(() => found), setFailure)
  }, [code, isMissing])
  if (failure !== null) throw failure
  return loaded === null ? whileLoading : children(loaded)
}

const LoadedModal = lazyPart(() => import('./loaded-modal.tsx').then((module) => module.LoadedModal))

/** A dialog of a page that is usually left without opening it: its code is loaded when it opens. */
export const LazyModal = (props: ModalProps) => {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <LoadedModal {...props} />
    </Suspense>
  ) : null
}
