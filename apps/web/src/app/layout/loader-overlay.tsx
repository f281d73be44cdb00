import { Loader } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useRuntime } from '../runtime.tsx'
import classes from './loader-overlay.module.css'

/** A veil over the page while the app's loading flag is up. */
export const LoaderOverlay = () => {
  const { loading } = useRuntime()
  const on = useSyncExternalStore(loading.subscribe, loading.isOn)
  if (!on) return null
  return (
    <div className={classes.veil} role="status" aria-label="Loading">
      <Loader />
    </div>
  )
}
