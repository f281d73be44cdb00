import { ErrorPage } from './error-page.tsx'

export const UnauthorizedPage = () => (
  <ErrorPage title="Unauthorized" text="You are not authorized to visit this page." />
)
