export { shiftPage } from '@packboard/model/texts/locales/en/shiftPage'
