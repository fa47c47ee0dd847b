#!/usr/bin/env python3
"""Checks `screenshot/take` of an editor: the source of the picture and its pixels, in each state of the editor.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD pictures.py [NAME ...]
"""
import struct
import zlib

from stage import Failure, contains, expect, refused, run, stage

SCRIPTS = {"Panel.cs": "Assets", "Screens.cs": "Assets/Editor"}
EYE, UPPER = (200, 100, 50), (0, 0, 255)


class Picture:
    """The pixels of a PNG of 8 bits with alpha, as the double writes it."""

    def __init__(self, content):
        expect(content[:8], b"\x89PNG\r\n\x1a\n", "the start of a PNG")
        chunks, at = {}, 8
        while at < len(content):
            length, name = struct.unpack(">I4s", content[at:at + 8])
            body = content[at + 8:at + 8 + length]
            expect(zlib.crc32(name + body), struct.unpack(">I", content[at + 8 + length:at + 12 + length])[0], "the check sum of a chunk")
            chunks[name] = body
            at += 12 + length
        self.width, self.height = struct.unpack(">II", chunks[b"IHDR"][:8])
        self.rows = zlib.decompress(chunks[b"IDAT"])

    def at(self, x, y):
        """The colour, with y up."""
        start = (self.height - 1 - y) * (self.width * 4 + 1) + 1 + x * 4
        return tuple(self.rows[start:start + 3])


def take(at, width=64, height=48):
    reply = at.read("screenshot/take", width=width, height=height)
    expect(reply["reply"], "picture", "the reply")
    value = reply["value"]
    picture = Picture(at.host.answer["content"])
    expect((value["width"], value["height"], value["file-path"]), (width, height, None), "size and file of the reply")
    expect((picture.width, picture.height), (width, height), "the size of the picture")
    return picture, value["not-drawn"]


def screens(graphics=True):
    return stage(SCRIPTS, graphics=graphics)


def cameras_draw_in_edit_mode():
    with screens() as at:
        at.call("MakeBoxes", type="Screens")
        picture, lacks = take(at)
        expect({picture.at(x, y) for x in (0, 63) for y in (0, 47)}, {EYE}, "the colours")
        contains(at.notes(), "drawn by the camera `Eye`, because the editor is in edit mode", "the notes")
        contains(lacks, "overlays of all cameras", "what is not drawn")
        at.call("AddUpperCamera", type="Screens")
        picture, _ = take(at, 7, 10)
        expect((picture.at(3, 2), picture.at(3, 7)), (EYE, UPPER), "the colours below and above")
        contains(at.notes(), "drawn by the cameras `Eye`, `Upper`", "the notes")
        expect(at.call("Leftovers", type="Screens"), "0", "what the pictures left")


def the_game_view_is_copied_in_play_mode():
    with screens() as at:
        at.call("MakeBoxes", type="Screens")
        at.set_mode("play")
        picture, lacks = take(at, 640, 480)
        expect((picture.at(5, 5), lacks), (EYE, []), "the colour, and what is not drawn")
        contains(at.notes(), "copied from the game view, which has 640 x 480 pixels", "the notes")
        picture, lacks = take(at, 64, 48)
        expect((picture.at(5, 5), lacks), (EYE, []), "the colour of a smaller picture, and what is not drawn")
        _, lacks = take(at, 64, 64)
        contains(lacks, "the screen has 640 x 480 pixels and was stretched", "what is not drawn in another shape")
        at.set_mode("pause")
        picture, lacks = take(at)
        contains(at.notes(), "drawn by the camera `Eye`, because the editor is paused", "the notes of a paused editor")
        expect(picture.at(5, 5), EYE, "the colour in a paused editor")
        at.set_mode("play")
        at.write("play-edit/freeze", frozen=True)
        take(at)
        contains(at.notes(), "copied from the game view", "the notes of a frozen game")
        at.call("CoverView", type="Screens")
        picture, lacks = take(at)
        contains(at.notes(), "drawn by the camera `Eye`, because the screen was not drawn", "the notes of a covered game view")
        expect(picture.at(5, 5), EYE, "the colour of a covered game view")
        contains(lacks, "overlays of all cameras", "what is not drawn")
        expect(at.call("CountHidden"), "1", "the hidden objects after the pictures")


def nothing_is_no_picture():
    with screens() as at:
        at.call("MakeBoxes", type="Screens")
        at.call("RemoveCameras", type="Screens")
        refused(lambda: take(at), "not-ready", "no enabled camera", "open a scene with an enabled camera")
        expect(at.call("Leftovers", type="Screens"), "0", "what the call left")
        for width, height in ((0, 10), (10, 99999)):
            refused(lambda: take(at, width, height), "invalid-argument", "`width` and `height` are %d and %d" % (width, height))
        refused(lambda: at.read("screenshot/take", width=8, height=8, **{"output-path": "a.png"}), "unsupported", "output-path")
    with screens(graphics=False) as at:
        at.call("MakeBoxes", type="Screens")
        refused(lambda: take(at), "unsupported", "without a graphics device", "-nographics")
        at.set_mode("play")
        refused(lambda: take(at), "unsupported", "without a graphics device")


if __name__ == "__main__":
    run([cameras_draw_in_edit_mode, the_game_view_is_copied_in_play_mode, nothing_is_no_picture])
