import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Runs when the page is opened with `?open=new`, such as by an action of the palette. */
export const useAddressAction = (run: () => void): void => {
  const { open }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const start = useEffectEvent(() => {
    void navigate({ to: '.', search: {}, replace: true })
    run()
  })
  useEffect(() => {
    if (open === 'new') start()
  }, [open])
}
