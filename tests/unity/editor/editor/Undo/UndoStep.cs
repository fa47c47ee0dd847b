using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>One recorded change. It can be undone and redone any number of times.</summary>
    internal abstract class UndoStep
    {
        internal string Name { get; set; }

        internal int Group { get; set; }

        /// <summary>Instance ids of the objects that the change touches.</summary>
        internal abstract IEnumerable<int> Ids { get; }

        /// <summary>Handle of the scene of an object that may not exist now; 0 if it is an asset or unknown.</summary>
        internal virtual int Scene
        {
            get { return 0; }
        }

        internal abstract void Undo();

        internal abstract void Redo();

        protected abstract void SaveMore(BinaryWriter to);

        protected abstract void LoadMore(BinaryReader from);

        internal void Save(BinaryWriter to)
        {
            to.Write(GetType().Name);
            to.Write(Name);
            to.Write(Group);
            SaveMore(to);
        }

        internal static UndoStep Load(BinaryReader from)
        {
            UndoStep step = Create(from.ReadString());
            step.Name = from.ReadString();
            step.Group = from.ReadInt32();
            step.LoadMore(from);
            return step;
        }

        private static UndoStep Create(string type)
        {
            switch (type)
            {
                case nameof(PropertyStep):
                    return new PropertyStep();
                case nameof(SelectionStep):
                    return new SelectionStep();
                case nameof(FileStep):
                    return new FileStep();
                case nameof(ExistenceStep):
                    return new ExistenceStep();
                case nameof(PlacementStep):
                    return new PlacementStep();
                case nameof(OrderStep):
                    return new OrderStep();
                case nameof(StateStep):
                    return new StateStep();
                default:
                    throw new InvalidDataException("unknown undo step: " + type);
            }
        }
    }
}
