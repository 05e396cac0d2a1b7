export const watchCards: string
