import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'

const REDIRECT = 'cuvee-sign-on-redirect'

/** Where to go after the provider; absent: home. Found once. */
export const takeRedirect = (): string | undefined => {
  const stored = sessionStorage.getItem(REDIRECT) ?? undefined
  sessionStorage.removeItem(REDIRECT)
  return stored
}

interface SignOnStart {
  readonly email: string
  /** a path of this app; absent: home */
  readonly redirect: string | undefined
}

/** Opens the page of the provider that an address belongs to. */
export const useSignOnStart = () => {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: ({ email }: SignOnStart) => api.signOn.start({ email }),
    onSuccess: ({ url }, { redirect }) => {
      sessionStorage.removeItem(REDIRECT)
      if (redirect !== undefined) sessionStorage.setItem(REDIRECT, redirect)
      window.location.assign(url)
    },
  })
}
