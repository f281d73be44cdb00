/** Pages of the user's own, as the header's menus list them. */
export const CHANGE_PASSWORD = { label: 'Change Password', href: '/change-password' } as const
export const PROFILE = { label: 'Profile', href: '/profile' } as const
export const ALL_NOTIFICATIONS = { label: 'See All Notifications', href: '/notifications' } as const
export const SIGN_OUT_LABEL = 'Sign out'
