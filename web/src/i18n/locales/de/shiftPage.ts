export { shiftPage } from '@packboard/model/texts/locales/de/shiftPage'
