import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

interface WizardAddress {
  readonly type?: string | undefined
  readonly step?: string | undefined
}

/** The step of the wizard stands in the address, so that the browser's Back is the wizard's. */
export const useWizardAddress = () => {
  const { type, step }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const hasMoved = useRef(false)
  return {
    type: typeof type === 'string' ? type : undefined,
    step: typeof step === 'string' ? step : undefined,
    /** whether somebody came here from another step */
    hasMoved: hasMoved.current,
    goTo: (search: WizardAddress): void => {
      hasMoved.current = true
      void navigate({ to: '/admin/services/new', search })
    },
  }
}
