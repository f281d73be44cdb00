import { NotBuiltPage } from '#web/app/routes/not-built-page.tsx'

export const ServiceScreen = NotBuiltPage
