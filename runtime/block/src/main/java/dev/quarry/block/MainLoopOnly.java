package dev.quarry.block;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs on the main loop's thread and nowhere else; begins with {@link MainLoop#assertCurrent()}. On
 * a class: every method.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface MainLoopOnly {}
