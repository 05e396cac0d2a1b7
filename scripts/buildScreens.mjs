// Builds the screens in a process of its own, so that something else can run beside it.
import { buildScreens } from './steps.mjs'

buildScreens()
