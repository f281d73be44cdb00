interface ImportMetaEnv {
  readonly VITE_API_BASE?: string
}

declare module 'virtual:contract-routes' {
  import type { AnyContractRouter } from '@orpc/contract'
  export const routes: AnyContractRouter
}
