export { states } from '@packboard/model/texts/locales/de/states'
