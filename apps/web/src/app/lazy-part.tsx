import type { ModalProps } from '@mantine/core'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react'
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
