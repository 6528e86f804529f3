# SPDX-License-Identifier: MIT
"""Operators whose work is a process of the command."""
import shutil

import bpy

from . import job as work


def command():
    wanted = bpy.context.preferences.addons[__package__].preferences.command
    return shutil.which(bpy.path.abspath(wanted)) or wanted


def add_object(context, name, data):
    thing = bpy.data.objects.new(name, data)
    context.collection.objects.link(thing)
    return thing


class Runner:
    """An operator whose work is a process: with a window it is looked at ten times a second, Esc ends it. Called from a script it
    waits. (No redo panel, hence no REGISTER: that would wait, too, in front of the user.)"""
    job = timer = None

    def begin(self, context):
        arguments, files = self.ask(context)
        self.job = work.Job(command(), arguments, files)

    def start(self, context):
        try:
            self.begin(context)
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, f"{error}")
            return False
        return True

    def execute(self, context):
        if not self.start(context):
            return {"CANCELLED"}
        self.job.wait()
        return self.finish(context)

    def invoke(self, context, _event):
        if not self.start(context):
            return {"CANCELLED"}
        context.window_manager.progress_begin(0, 1000)
        self.timer = context.window_manager.event_timer_add(0.1, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            self.leave(context)
            self.job.close()
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if self.job.ended() is None:
            context.window_manager.progress_update(int(1000 * self.job.fraction))
            context.workspace.status_text_set(f"bight is at work, {self.job.said or 'begins'}: Esc ends it")
            return {"PASS_THROUGH"}
        self.leave(context)
        return self.finish(context)

    def cancel(self, context):
        """Blender ends it, as when its window is closed."""
        self.leave(context)
        self.job.close()

    def leave(self, context):
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)

    def finish(self, context):
        try:
            if self.job.ended() not in self.good:
                self.report({"ERROR"}, self.job.complaint())
                return {"CANCELLED"}
            self.take(context)
            return {"FINISHED"}
        except (OSError, ValueError, KeyError) as error:
            self.report({"ERROR"}, f"bight's answer cannot be read: {error}")
            return {"CANCELLED"}
        finally:
            self.job.close()

    good = (0,)
