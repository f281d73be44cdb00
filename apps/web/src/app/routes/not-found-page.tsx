import { ErrorPage } from './error-page.tsx'

export const NotFoundPage = () => (
  <ErrorPage title="Page not found" text="Please check the URL in the address bar and try again." />
)
